import type { TestPasskey } from '#testing/test-passkey';
import type { CDPSession, Page } from 'playwright-core';

/** A device in the browser, which touches itself. */
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

  /** Adds a passkey that was made elsewhere. */
  async holds({ kid, privateKey, passkey: { rpId } }: TestPasskey): Promise<void> {
    const { session, authenticatorId } = this;
    const base64 = (text: string): string => Buffer.from(text).toString('base64');
    await session.send('WebAuthn.addCredential', {
      authenticatorId,
      credential: {
        ...{ credentialId: base64(kid), userHandle: base64(kid), rpId, signCount: 0 },
        isResidentCredential: true,
        privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
      },
    });
  }

  /** Sets whether it recognises the person's finger. */
  async verifies(isUserVerified: boolean): Promise<void> {
    const { session, authenticatorId } = this;
    await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  }
}
