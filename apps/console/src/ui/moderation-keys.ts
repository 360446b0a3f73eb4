/**
 * The keys of the queries about what waits for a decision. All begin with the same name, so that what changes many
 * entries at once, such as the approval rules, can have all of them read again.
 */
export const moderationKeys = {
  all: ['moderation'],
  list: ['moderation', 'list'],
  counts: ['moderation', 'counts'],
  sets: ['moderation', 'sets'],
  entries: ['moderation', 'entry'],
  entry: (key: string | undefined) => ['moderation', 'entry', key],
  statistics: (days: number) => ['moderation', 'statistics', days]
} as const
