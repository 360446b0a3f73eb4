import type { EventType } from '../../event-types.ts'
import type { Role } from '../../http/server/access.ts'
import { enumeration } from '../../lib/enumerations.ts'

/** The subjects for which people choose how often they are told (contract 6.4). */
export const chosenSubjects = enumeration(
  'MailSubject',
  [
    'NEW_ORDERS',
    'LATE_ORDER',
    'PRODUCT_DECISIONS',
    'FAILED_IMPORTS',
    'LOW_STOCK',
    'STATEMENTS',
    'APPROVAL_QUEUE'
  ],
  'What a mail is about'
)
export type ChosenSubject = (typeof chosenSubjects)[number]

/** The subjects of mails about events. */
type EventSubject = Exclude<ChosenSubject, SummarySubject> | 'WEBHOOK_FAILING'
/** The subjects of mails about a state, for which there are no events. They are sent hourly or daily. */
export type SummarySubject = 'LOW_STOCK' | 'APPROVAL_QUEUE'
/** The subjects of mails that contain a link with a token. */
export type LinkSubject = 'INVITATION' | 'PASSWORD_RESET'
export type MailSubject = EventSubject | SummarySubject | LinkSubject

export const mailFrequencies = enumeration(
  'MailFrequency',
  ['IMMEDIATELY', 'HOURLY', 'DAILY', 'NEVER'],
  'How often mails about a subject are sent. IMMEDIATELY: at once, but at most one mail in 5 minutes.'
)
export type MailFrequency = (typeof mailFrequencies)[number]

export const summaryFrequencies = enumeration(
  'MailSummaryFrequency',
  ['HOURLY', 'DAILY', 'NEVER'],
  'How often mails about a subject without events are sent'
)

/** Who gets the mails about a subject, and how often unless they choose otherwise. */
type SubjectRule = {
  /** The team whose members get them. If both, the team that the event belongs to. */
  side: 'vendor' | 'platform' | 'both'
  roles: readonly Role[]
  frequency: MailFrequency
  /** The types of events that the mails are about. */
  types: readonly EventType[]
  /** True if people also get mails about their own actions. */
  includesOwn?: true
}

const everyone: readonly Role[] = ['OWNER', 'ADMIN', 'EDITOR', 'VIEWER']
const writers: readonly Role[] = ['OWNER', 'ADMIN', 'EDITOR']

/** The rules of all subjects, except those of links, which go to the person that the link is for. */
export const subjectRules: Record<Exclude<MailSubject, LinkSubject>, SubjectRule> = {
  NEW_ORDERS: { side: 'vendor', roles: everyone, frequency: 'IMMEDIATELY', types: ['order.placed'] },
  LATE_ORDER: { side: 'vendor', roles: writers, frequency: 'IMMEDIATELY', types: ['order.late'] },
  PRODUCT_DECISIONS: {
    side: 'vendor',
    roles: everyone,
    frequency: 'DAILY',
    types: [
      'product.approved',
      'product.rejected',
      'product.revision_approved',
      'product.revision_rejected',
      'product.hidden',
      'product.published'
    ]
  },
  FAILED_IMPORTS: {
    side: 'vendor',
    roles: everyone,
    frequency: 'IMMEDIATELY',
    types: ['import_job.completed', 'import_job.failed'],
    // The end of an import isn't an action of the person who has begun it.
    includesOwn: true
  },
  LOW_STOCK: { side: 'vendor', roles: everyone, frequency: 'DAILY', types: [] },
  STATEMENTS: {
    side: 'vendor',
    roles: ['OWNER', 'ADMIN'],
    frequency: 'IMMEDIATELY',
    types: ['statement.closed']
  },
  APPROVAL_QUEUE: { side: 'platform', roles: writers, frequency: 'DAILY', types: [] },
  WEBHOOK_FAILING: {
    side: 'both',
    roles: ['OWNER'],
    frequency: 'IMMEDIATELY',
    types: ['webhook.still_failing', 'webhook.stopped']
  }
}

/** The events after which a mail with a link is sent. */
export const linkTypes: Record<LinkSubject, EventType> = {
  INVITATION: 'member.invited',
  PASSWORD_RESET: 'member.reset_issued'
}

/** The types of all events that mails are about. */
export const mailedTypes: EventType[] = [
  ...Object.values(linkTypes),
  ...Object.values(subjectRules).flatMap(({ types }) => types)
]

export function isLinkSubject(subject: string): subject is LinkSubject {
  return Object.hasOwn(linkTypes, subject)
}

export function isSummarySubject(subject: string): subject is SummarySubject {
  return subject === 'LOW_STOCK' || subject === 'APPROVAL_QUEUE'
}

export function isChosenSubject(subject: string): subject is ChosenSubject {
  return chosenSubjects.some((chosen) => chosen === subject)
}
