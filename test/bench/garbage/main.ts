/** The flood as a process of its own; it does what its parent asks. */
import { serve } from '../signs/program.js';
import { Flood } from './flood.js';

serve(new Flood());
