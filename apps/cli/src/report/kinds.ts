import {
  awardsKind,
  dayKind,
  liabilityKind,
  metersKind,
  tablesKind,
  type ReportKind,
  type ReportName,
} from '#papers';
import { configurationsKind } from './kinds/configurations.js';
import { eventsKind } from './kinds/events.js';

/** All reports, in the order of the help. */
export const reportKinds: Readonly<Record<ReportName, ReportKind>> = {
  day: dayKind,
  meters: metersKind,
  awards: awardsKind,
  tables: tablesKind,
  liability: liabilityKind,
  configurations: configurationsKind,
  events: eventsKind,
};
