/** The page `/`: the start of a game on the big screen, which becomes the board. */

import { start } from "./board.js";
import { join } from "./joining.js";
import { startForm } from "./start.js";

join();
startForm();
start();
