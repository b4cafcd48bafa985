/** The peer as a process of its own; it does what its parent asks. */
import { serve } from '../program.js';
import { BareServer } from './server.js';

serve(new BareServer());
