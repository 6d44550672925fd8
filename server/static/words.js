/** The table in words: what is awaited, and what state the roll is in. What the voice says of it is in voice/story.js. */

import { sentence } from "./base/text.js";
import { awaitsWord, isTrick, progress } from "./games/any.js";
import { nameList } from "./players.js";

const MOVING = {
  rolling: { tone: "rolling", word: "Rolling…" },
  settling: { tone: "rolling", word: "Reading…" },
  hand: { tone: "rolling", word: "Hand in view" },
};
const BLIND = {
  lost: { tone: "ask", word: "Picture lost" },
  ended: { tone: "await", word: "Recording over" },
};

/** Does the table wait for dice with none of this turn's lying yet? */
function awaitsRoll(board) {
  return board.prompts.some((prompt) => prompt.throw && !prompt.throw.lying?.length);
}

/** The state of the table in a few words, and its tone (`await`, `rolling`, `read`, `ask`, `over`); `idle` while nothing else is to be said. */
export function status(board, phase, idle = "Waiting") {
  if (board.over) return { tone: "over", word: "Game over" };
  if (board.question) return { tone: "ask", word: "Please check" };
  if (BLIND[board.camera.state]) return BLIND[board.camera.state];
  if (MOVING[phase] && board.prompts.some((prompt) => prompt.throw)) return MOVING[phase]; // else dice are taken away
  if (awaitsRoll(board)) return { tone: "await", word: awaitsWord(board) };
  if (phase === "settled") return { tone: "read", word: "Dice read" };
  return { tone: "await", word: idle }; // what for is said beside it
}

/** A game that would be lost, as a sentence: "Ada and Bo are in round 3 of Rift."; nothing where none is played. */
export function underWay(board) {
  if (!board?.game || board.over) return "";
  const where = progress(board);
  return `${nameList(board.players)} ${board.players.length === 1 ? "is" : "are"} ${where ? `in ${where} of` : "playing"} ${board.game.title}.`;
}

/** The prompts that say what comes next: a trick with a die goes without saying. */
function plainly(board) {
  const rest = board.prompts.filter((prompt) => !isTrick(board, prompt));
  return rest.length ? rest : board.prompts;
}

/** The seats that may do something now, in order. */
export function seatsInTurn(board) {
  return [...new Set(plainly(board).map((prompt) => prompt.seat))];
}

function small(text) {
  return text.charAt(0).toLocaleLowerCase() + text.slice(1);
}

/** Prompts as one sentence: "Choose a category, or reroll any dice". */
function inOne(prompts) {
  const [first, ...rest] = new Set(prompts.map((prompt) => prompt.text.replace(/[.\s]+$/, "")));
  return first ? [first, ...rest.map(small)].join(", or ") : "";
}

/** What is awaited of whom, the seats that may do the same together: `[{seats, text}]`. */
export function awaitedOf(board) {
  const prompts = plainly(board);
  const groups = [];
  for (const seat of seatsInTurn(board)) {
    const text = inOne(prompts.filter((prompt) => prompt.seat === seat));
    const same = groups.find((group) => group.text === text);
    if (same) same.seats.push(seat);
    else groups.push({ seats: [seat], text });
  }
  return groups;
}

/** "Ada: roll 4 dice", for one group of seats. */
export function named(board, { seats, text }) {
  return `${nameList(seats.map((seat) => board.players[seat]))}: ${small(text)}`;
}

/** What is awaited, a sentence for each group of seats; by name where not everybody may do the same. */
export function awaited(board) {
  const groups = awaitedOf(board);
  return groups.length > 1 ? groups.map((group) => named(board, group)) : groups.map(({ text }) => text);
}

/** What a person is to do about an open question; `draft` holds its dice where a roll is awaited. */
export function task(draft, question = null) {
  if (question?.alone) return "Nothing was thrown. Say what becomes of the die that was turned.";
  if (!draft) return "No roll is awaited now. Choose first, or drop this one.";
  if (draft.dice.some((die) => die.sure === false)) return "I am not sure of the marked dice. Tap a die to set its face, then confirm.";
  return "Does this roll count? Tap a die to change its face, then confirm.";
}

/** What an open question asks, each as a sentence. */
export function asked(question) {
  return question.ask.map(sentence);
}

/** Who won, in words, with the winning score where one number says it. */
export function verdict(board) {
  const names = board.winners.map((seat) => board.players[seat]);
  if (!names.length) return "The game is over";
  if (board.players.length === 1) return `${names[0]} finishes`;
  return names.length === 1 ? `${names[0]} wins` : `${nameList(names)} share the win`;
}

/** What a throw that may be typed in is called. */
export function orTyped(prompt) {
  return `${prompt.text}, or type ${Math.max(...prompt.throw.counts) === 1 ? "it" : "them"} in`;
}
