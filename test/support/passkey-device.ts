import type { CDPSession, Page } from 'playwright-core';

/** A device of the browser's, which touches itself. */
export class Device {
  private constructor(
    private readonly session: CDPSession,
    private readonly authenticatorId: string,
  ) {}

  static async at(page: Page): Promise<Device> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
        ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    return new Device(session, authenticatorId);
  }

  /** Whether it knows the person's finger. */
  async verifies(isUserVerified: boolean): Promise<void> {
    const { session, authenticatorId } = this;
    await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  }
}
