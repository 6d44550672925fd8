/** Whether an address can be reached from another machine, a phone say, and what to do where it cannot. */

const HERE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

export const NEEDS_LAN = "This address works on this computer alone. For phones and other screens start Croupier with --lan (croupier serve --lan).";

/** Whether nobody but this computer reaches `address`, with or without its `http://`. */
export function onlyHere(address) {
  const whole = address.includes("://") ? address : `http://${address}`;
  return URL.canParse(whole) && HERE.test(new URL(whole).hostname);
}
