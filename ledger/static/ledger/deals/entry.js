// The page of the next deal: everything that the entry screen does.
import "../site/frame.js";
import "./deal.js";
import "./line.js";
import "./saving.js";
import "../site/kept.js";
import "./awake.js";

// Nobody else's deal is asked for before; tried again until it has come.
setInterval(() => import("./following.js"), 5000);
