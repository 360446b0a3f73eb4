import { webhooks } from './en/webhooks.ts'
import { inLanguage } from './texts.ts'

/** The texts of webhooks, which only their screen loads. */
export const webhookTexts = inLanguage({ en: webhooks })
