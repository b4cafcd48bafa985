/** A process of its own that reads many streams; it does what its parent asks. */
import { serve } from '../program.js';
import { Streams } from './streams.js';

serve(new Streams());
