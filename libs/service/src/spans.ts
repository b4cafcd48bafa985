/** What a span has beside its name and its times. */
export interface SpanStart {
  readonly kind: 'internal' | 'client' | 'producer' | 'consumer';
  readonly attributes?: Readonly<Record<string, string | number>>;
  /** Spans of other traces that belong to it, each as a `traceparent`. */
  readonly links?: readonly string[];
}

export interface TracedSpan {
  /** Names this span, in the form of W3C Trace Context, to what follows from it. */
  readonly traceparent: string;
  /** @param failure why it did not do what its name says */
  end(failure?: string): void;
}

/** Spans without their SDK: contexts are the texts of W3C Trace Context. */
export interface Tracing {
  /**
   * Begins a span below the one that `parent` names, now. Undefined where `parent` names none or
   * its trace is not recorded: the services begin no trace by themselves.
   */
  begin(name: string, parent: string | undefined, start: SpanStart): TracedSpan | undefined;
  /** Sends the spans that have ended, within a second, and takes no more. */
  close(): Promise<void>;
}
