/** The start of a span, besides its name and its times. */
export interface SpanStart {
  readonly kind: 'internal' | 'client' | 'producer' | 'consumer';
  readonly attributes?: Readonly<Record<string, string | number>>;
  /** Spans of other traces that belong to it, each as a `traceparent`. */
  readonly links?: readonly string[];
}

export interface TracedSpan {
  /** Names this span for later spans, in the form of W3C Trace Context. */
  readonly traceparent: string;
  /** @param failure why the action of its name failed */
  end(failure?: string): void;
}

/** Spans without the SDK: contexts are the texts of W3C Trace Context. */
export interface Tracing {
  /**
   * Begins a span below the one that `parent` names, now. Undefined if `parent` does not name a
   * span or its trace is not recorded: the services begin no trace by themselves.
   */
  begin(name: string, parent: string | undefined, start: SpanStart): TracedSpan | undefined;
  /** Sends the ended spans within a second, and accepts no more. */
  close(): Promise<void>;
}
