// The JavaScript that a first visit loads, page by page: `npm run weight` as a part of the whole.
import '../scripts/weight.mjs';
