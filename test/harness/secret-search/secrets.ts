/** Secrets that are planted where a person or a service puts some, and looked for everywhere else. */

export const SECRETS = {
  key: 'planted-key-7Yq2/Wn+5tRz=81kLm',
  replaced: 'planted-key-of-before-Hx93bbQe',
  adHoc: 'planted-for-one-run-Jd71kkPwZs',
  uploadSignature: 'up5Bq0Zk2WmX8sNdTf7JrVhY',
  downloadSignature: 'dn3Cw9Gl6YpQ1uHxKa4MtEzR',
  webhookSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  cookie: 'session-of-the-service=Pz6Fj2Ro8Ni',
  admin: 'planted-admin-key-Vt51xxLqMm',
  rotated: 'planted-new-secret-Ge84rrZwBn',
  created: 'planted-created-secret-Tz61mmQvKs',
  signing: 'whsec_Q2xlYXJ0YWtlUGxhbnRlZFNlY3JldA==',
};
