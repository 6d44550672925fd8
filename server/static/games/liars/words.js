/** What is said of bids in Liar's Dice: on buttons, and in the forms that make them. */

const PLURALS = ["", "ones", "twos", "threes", "fours", "fives", "sixes"];
const SINGLES = ["", "one", "two", "three", "four", "five", "six"];

/** "4 threes". */
export function bid(quantity, face) {
  return `${quantity} ${(quantity === 1 ? SINGLES : PLURALS)[face]}`;
}

/** What was counted, after its number: "threes there, wild ones counted". */
export function there(face, count, rules) {
  return `${(count === 1 ? SINGLES : PLURALS)[face]} there${rules.wild && face !== 1 ? ", wild ones counted" : ""}`;
}

/** A gambler's name. */
export function name(board, seat) {
  return board.view.players[seat].player;
}

/** What all buy-ins come to, "15 gold": nothing where different things were put in, whose values make no sum. */
export function pot(board) {
  const things = new Set(board.view.players.filter((one) => one.buy_in).map((one) => one.buy_in.words));
  return things.size === 1 ? `${board.view.pot} ${[...things][0]}` : "";
}

/** What a choice, or a filled-in form, says on its button. */
export function choice(board, action) {
  const { claim } = board.view;
  const say = (title) => ({ title, points: null, note: "" });
  switch (action.kind) {
    case "bid":
      return say(`Bid ${bid(action.quantity, action.face)}`);
    case "count":
      return say(`Bid ${bid(action.quantity, claim.face)}`);
    case "face":
      return say(`Bid ${bid(claim.quantity, action.face)}`);
    case "reveal":
      return say(`Doubt ${name(board, claim.seat)}’s ${bid(claim.quantity, claim.face)}`);
    case "accuse":
      return say(`Doubt ${name(board, action.bidder)}’s bid of ${bid(action.quantity, action.face)}`);
    case "place":
      return say(`The last die shows ${action.face}`);
    case "accept":
      return say("Accept all buy-ins");
    default:
      return null;
  }
}

/** The words of a form. */
export function formWords(board, prompt) {
  const { claim, total } = board.view;
  const player = name(board, prompt.seat);
  const submit = (action) => (action ? choice(board, action)?.title : prompt.kind === "accuse" ? "Doubt it" : "Bid");
  switch (prompt.kind) {
    case "bid":
      return { title: claim ? "Raise the bid" : "Open the bidding", text: claim ? "More dice than before, with any face." : `How many of all ${total} dice show a face?`, labels: { quantity: "How many", face: "Which face" }, submit };
    case "count":
      return { title: "Raise the quantity", text: "", labels: { quantity: `How many ${PLURALS[claim.face]}` }, submit };
    case "face":
      return { title: "Raise the face", text: "", labels: { face: `${claim.quantity} of which face` }, submit };
    case "accuse":
      return { title: `${player} doubts a bid`, heading: "Who doubts the standing bid?", text: "Say whose bid it is and what it was; then the cups are lifted.", labels: { bidder: "Whose bid", quantity: "How many were bid", face: "Of which face" }, submit };
    case "initiative":
      return { title: `${player}’s d20`, heading: prompt.text, text: prompt.fields.some((field) => field.name === "bonus" && field.low < field.high) ? "What the d20 shows, and the bonus that is added to it." : "A tie is settled by the d20 alone.", labels: { d20: "The d20 shows", bonus: "Bonus" }, submit: () => `Enter ${player}’s d20` };
    case "sleight":
      return { title: "Sleight of Hand", text: "Try to turn one of your dice: a d20 and your bonus have to reach the DC. Nobody else is told.", labels: { die: "Which die", face: "Turn it to", d20: "Your d20", bonus: "Your bonus", dc: "DC" } };
    default:
      return null;
  }
}

/** A raise with any face can do all that one with the same face can. */
export function spare(board, prompt) {
  return prompt.kind === "count" && board.prompts.some((other) => other.kind === "bid" && other.seat === prompt.seat);
}
