import { activity } from './en/activity.ts'
import { audit } from './en/audit.ts'
import { inLanguage } from './texts.ts'

const en = { activity, audit }
export type ActivityTexts = typeof en

/** The names and sentences of events, which only some screens load. */
export const activityTexts = inLanguage({ en })
