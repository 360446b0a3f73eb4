import { type Static, Type } from 'typebox'
import { input, named, nullable, oneOf, ref, Timestamp } from '../../../http/schema.ts'
import { type chosenSubjects, mailFrequencies, summaryFrequencies } from '../subjects.ts'

const often = (description: string) => oneOf(mailFrequencies, { description })
const inSummary = (description: string) => oneOf(summaryFrequencies, { description })

const frequencies = {
  NEW_ORDERS: often('New orders. The default is IMMEDIATELY.'),
  LATE_ORDER: often(
    'Orders whose deadline has passed, for members who can write. The default is IMMEDIATELY.'
  ),
  PRODUCT_DECISIONS: often('Decisions on products. The default is DAILY.'),
  FAILED_IMPORTS: often('Imports that have ended with failures. The default is IMMEDIATELY.'),
  LOW_STOCK: inSummary('Variants of which at most 5 pieces are available. The default is DAILY.'),
  STATEMENTS: often('New statements, for owners and admins. The default is IMMEDIATELY.'),
  APPROVAL_QUEUE: inSummary(
    "What waits in the moderation queue, for the operator's users. The default is DAILY."
  )
} satisfies Record<(typeof chosenSubjects)[number], unknown>

/** How often a person gets mails about each subject. */
const MailFrequencies = named(
  'MailFrequencies',
  Type.Object(frequencies),
  'How often mails about each subject are sent. Subjects that the role does not permit to see are never sent.'
)

const MailFrequenciesInput = named(
  'MailFrequenciesInput',
  input(Type.Partial(Type.Object(frequencies)).properties),
  'The frequencies that differ from the defaults'
)

const dailyHour = {
  minimum: 0,
  maximum: 23,
  description: 'The hour of the day, in the time zone, at which daily mails are sent. The default is 7.',
  examples: [7]
}

const timeZone = {
  description: 'The IANA name of the time zone of daily mails and of the times in mails',
  examples: ['America/New_York']
}

export const MailSettings = named(
  'MailSettings',
  Type.Object({
    timeZone: Type.String(timeZone),
    dailyHour: Type.Integer(dailyHour),
    frequencies: ref(MailFrequencies),
    addressRefusedAt: nullable(
      Type.Unsafe<string>({
        ...Timestamp,
        description:
          'When a mail server has refused your address permanently, or null. Nothing is sent to it until you ' +
          'change these settings.'
      })
    )
  }),
  'What you are told by mail, and when'
)
export type MailSettings = Static<typeof MailSettings>

export const MailSettingsInput = named(
  'MailSettingsInput',
  input(
    {
      timeZone: Type.Optional(
        nullable(
          Type.String({
            minLength: 1,
            maxLength: 100,
            ...timeZone,
            description: `${timeZone.description}. Null or omitted: that of the marketplace.`
          })
        )
      ),
      dailyHour: Type.Optional(Type.Integer(dailyHour)),
      frequencies: Type.Optional(ref(MailFrequenciesInput))
    },
    { output: MailSettings }
  ),
  'Your choices, which replace the earlier ones. Omitted ones get their default.'
)
export type MailSettingsInput = Static<typeof MailSettingsInput>
