/** What a person is told by mail. */
export const mailSettings = {
  title: 'Mails',
  intro: 'How often you are told of each subject, if the marketplace sends mails.',
  subjects: {
    NEW_ORDERS: 'New orders',
    LATE_ORDER: 'Late orders',
    PRODUCT_DECISIONS: 'Decisions on products',
    FAILED_IMPORTS: 'Imports with failures',
    LOW_STOCK: 'Low stock',
    STATEMENTS: 'New statements',
    APPROVAL_QUEUE: 'What waits in the review queue'
  },
  frequencies: { IMMEDIATELY: 'At once', HOURLY: 'Hourly', DAILY: 'Daily', NEVER: 'Never' },
  timeZone: 'Time zone',
  dailyHour: 'Daily mails at',
  hour: (hour: number) => `${hour.toString().padStart(2, '0')}:00`,
  refused: (time: string) => `A mail server has refused your address on ${time}`,
  refusedText: 'Nothing is sent to it any more. Save the settings to try it again.',
  save: 'Save',
  saved: 'The mail settings were saved'
}
