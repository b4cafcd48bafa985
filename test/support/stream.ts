import type { ShownValue, StreamPulse } from '#contract';

/** A sign on the SSE stream: keeps every value and pulse that it receives. */
export class Sign {
  readonly messages: ShownValue[] = [];
  readonly pulses: StreamPulse[] = [];
  private readonly abort = new AbortController();

  private constructor() {}

  static async open(url: string): Promise<Sign> {
    const sign = new Sign();
    const { signal } = sign.abort;
    let response = await fetch(url, { signal });
    // A gateway that has just started has no values yet, or none that the ledger has confirmed.
    const isEarly = (): boolean => response.status === 503 || response.status === 404;
    for (let asked = 0; isEarly() && asked < 50; asked += 1) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      response = await fetch(url, { signal });
    }
    if (!response.ok) throw new Error(`${url} answers ${response.status}`);
    void sign.read(response).catch(() => undefined);
    return sign;
  }

  /** The newest pulse's entry for a jackpot. */
  pulseOf(jackpot: string): StreamPulse['pools'][number] | undefined {
    return this.pulses.at(-1)?.pools.find((each) => each.jackpot === jackpot);
  }

  close(): void {
    this.abort.abort();
  }

  private async read(response: Response): Promise<void> {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = /^data: (.+)$/m.exec(event)?.[1];
        if (data === undefined) continue;
        if (event.startsWith('event: pulse')) this.pulses.push(JSON.parse(data) as StreamPulse);
        else this.messages.push(JSON.parse(data) as ShownValue);
      }
    }
  }
}
