/** The page `/board`. */

import { start } from "./board.js";
import { join } from "./joining.js";

join();
start();
