/** An invented account, for servers that refuse to start without an SMS account. */
export const TWILIO_SETTINGS = {
  SMS_TWILIO_ACCOUNT_SID: `AC${'0a'.repeat(16)}`,
  SMS_TWILIO_AUTH_TOKEN: '0123456789abcdef'.repeat(2),
  SMS_FROM: '+15550009999',
} as const;
