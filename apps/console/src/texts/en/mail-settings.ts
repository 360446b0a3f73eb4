/** What a person is told by mail. */
export const mailSettings = {
  title: 'Email notifications',
  intro: 'How often you get emails about each topic, if the marketplace sends emails.',
  subjects: {
    NEW_ORDERS: 'New orders',
    LATE_ORDER: 'Late orders',
    PRODUCT_DECISIONS: 'Decisions on products',
    FAILED_IMPORTS: 'Failed imports',
    LOW_STOCK: 'Low stock',
    STATEMENTS: 'New statements',
    APPROVAL_QUEUE: 'Review queue'
  },
  frequencies: { IMMEDIATELY: 'At once', HOURLY: 'Hourly', DAILY: 'Daily', NEVER: 'Never' },
  timeZone: 'Time zone',
  dailyHour: 'Daily emails at',
  hour: (hour: number) => `${hour.toString().padStart(2, '0')}:00`,
  refused: (time: string) => `A mail server refused your address on ${time}`,
  refusedText: 'No more emails are sent to it. Save these settings to try again.',
  save: 'Save',
  saved: 'The email settings were saved'
}
