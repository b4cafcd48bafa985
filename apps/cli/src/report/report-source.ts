import type { ReportSource } from '#papers';
import { openReplay } from '../reading/open-replay.js';
import type { Connections } from '../servers/connections.js';

/** Returns the sources of a report at a shell: it can fold the log. */
export function reportSource(
  connections: Connections,
  asked: Omit<ReportSource, 'connections' | 'openReplay'>,
): ReportSource {
  return { ...asked, connections, openReplay: (id, from) => openReplay(connections, id, from) };
}
