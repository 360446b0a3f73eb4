import { webhooks } from './en/webhooks.ts'
import { language } from './texts.ts'

const languages: Record<string, typeof webhooks> = { en: webhooks }

/** The texts of webhooks, which only their screen loads. */
export const webhookTexts = languages[language] ?? webhooks
