/** The page `/board`. */

import { join } from "../start/joining.js";
import { start } from "./board.js";

join();
start();
