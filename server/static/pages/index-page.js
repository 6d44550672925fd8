/** The page `/`: the start of a game on the big screen, which becomes the board. */

import { join } from "../start/joining.js";
import { startForm } from "../start/start.js";
import { start } from "./board.js";

join();
startForm();
start();
