/** The page `/board`. */

import { start } from "./board.js";

start();
