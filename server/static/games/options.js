/**
 * What is settled before a game starts, in words for somebody who plays it for the first time.
 *
 * By game and option: its `title`, a `hint`, and one of `choices` (words for every choice), `some` (words for usual values,
 * where any other fitting text will do too) and `each` (a yes or no for each player). `idle` tells by which choice of another
 * option it does nothing, and why: `{option, choice, says}`. An option without words here is shown as the rules call it.
 */

const YES_NO = (yes, no) => ({ no: `No: ${no}`, yes: `Yes: ${yes}` });

const RIFT = {
  betting: {
    title: "Betting",
    choices: { none: "None: points alone", tavern: "Tavern: what is left in the pot is drunk", "take-all": "Take-All: the winner takes what is left" },
    hint: "Everybody puts the same in the pot. Each point takes a copper out of it at once.",
  },
  extra_rerolls: { title: "Extra rerolls", some: { 0: "None", 1: "One each, for the whole game", 2: "Two each, for the whole game" }, hint: "One reroll a turn is free. By player, with commas: 0,1." },
};

const AT_A_REFEREE = { option: "referee", choice: "yes", says: "The table keeps its own bidding: this is its own business too." };

const MAP = {
  title: "Dice",
  some: { none: "Fudge dice", d6: "Ordinary six-siders: 1 2 are −, 3 4 are 0, 5 6 are +" },
  hint: "Another map is six signs for the pips 1 to 6: 0-+0-+",
};

const WORDS = {
  rift: RIFT,
  crag: RIFT,
  fate: {
    target: { title: "Points to win", hint: "Whoever gets there ends the game; everybody else casts once more." },
    ties: { title: "If leaders are tied", choices: { cast: "They cast again until one leads", share: "They share the win" } },
    map: MAP,
    theme: {
      title: "How the faces look",
      choices: { fates: "Fates: scissors, rod, string", tinker: "Tinker Fudge: plain Fudge dice, with plus, minus and blank", rps: "Scissors, rock, paper" },
    },
  },
  "4df": { rolls: { title: "Rolls each" }, map: MAP },
  attributes: {
    sheet: {
      title: "What is rolled",
      choices: { no: "One attribute each", yes: "A character sheet: all eight attributes, one after another" },
      hint: "Intelligence Quotient (IQ), Mental Endurance (ME) and Affinity (MA), Physical Strength (PS), Prowess (PP), Endurance (PE) and Beauty (PB), and Speed (Spd).",
    },
    dice: { title: "Dice", some: { "3d6": "3d6", "2d6": "2d6", "4d6": "4d6", "5d6": "5d6" }, hint: "Any others: 2d20, or a sheet’s by name: IQ:3d6,PS:4d6. By player with / between." },
    bonus: { title: "R.C.C. bonus", hint: "What the Racial Character Class adds: a number for every attribute, or by name: PS:2,PB:-1. By player with / between." },
    rounding: { title: "Bonus dice are rounded down", choices: { each: "Each by itself", sum: "All of an attribute together" } },
  },
  "liars-dice": {
    long: {
      title: "Length",
      choices: { no: "Short: who loses a doubt is out", yes: "Long: who loses a doubt gives up one die" },
      hint: "With two players one doubt ends a short game.",
    },
    referee: { title: "Who keeps the bidding", choices: { no: "Croupier: bids are told to it, dice are entered under the cup", yes: "The table: Croupier only counts the dice when somebody doubts" } },
    wild: { title: "Ones are wild", choices: YES_NO("they count as whatever is bid", "they are ones") },
    exact: { title: "Exact bids", choices: YES_NO("a bid is true with exactly so many dice", "a bid is true with at least so many dice") },
    open: { title: "Free raises", choices: YES_NO("more dice, of any face", "more dice of the same face, or a higher face"), idle: AT_A_REFEREE },
    opener: { idle: AT_A_REFEREE, title: "Who opens after a reveal", choices: { initiative: "The first in the order", loser: "Whoever comes after the loser" } },
    initiative: { title: "Who goes first", some: { "": "The order of the seats", roll: "A d20 each, rolled at the table" }, hint: "Or the totals by seat (17,12), or d20s and bonuses (17+3,12-1)." },
    buy_in: { title: "Buy-in", some: { "": "None", "5 gold": "5 gold each" }, hint: "What the last one left takes: a value and what it is, for everybody (2 silver) or by player (5 gold,12 a ring)." },
    proficient: { title: "Who may try Sleight of Hand", each: true, hint: "Once a roll, against a DC, in secret.", idle: AT_A_REFEREE },
    expert: { title: "Who is an expert", each: true, hint: "An expert rolls one die less and chooses its face.", idle: AT_A_REFEREE },
  },
};

const BLURBS = {
  rift: "Three dice, thirteen rounds, a score sheet",
  crag: "Rift’s real-world parent",
  fate: "Four Fudge dice: tinker, then take your toll",
  "4df": "A plain roll on the Fate ladder",
  attributes: "A character’s attributes with bonus dice",
  "liars-dice": "Hidden dice, bold bids, one liar. Short: one lost doubt and you are out; long: it costs a die",
};

/** What a game is, in a line. */
export function blurb(game) {
  return BLURBS[game] ?? "";
}

const NOTES = {
  rift: "The words beneath the dice, Kher, Voc, Mar, Brev, Ward and Nox, are the Six Cities’ names of the faces 1 to 6, only for colour.",
  attributes: "R.C.C. is the Racial Character Class, whose bonus is added to what is rolled.",
};

/** What a word on the game's board means, where there is one to be told. */
export function legend(game) {
  return NOTES[game] ?? "";
}

/** The words of an option: `{title, hint, choices, some, each, idle}`, as far as there are any. */
export function optionWords(game, option) {
  return WORDS[game]?.[option.name] ?? {};
}

/** The options of a game, those that matter most first. */
export function inOrder(game) {
  const names = Object.keys(WORDS[game.name] ?? {});
  const place = (option) => (names.includes(option.name) ? names.indexOf(option.name) : names.length);
  return (game.options ?? []).toSorted((a, b) => place(a) - place(b));
}
