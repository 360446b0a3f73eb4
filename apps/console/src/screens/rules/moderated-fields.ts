import type { ModeratedField } from '@purveyor/client'
import { t } from '../../texts/texts.ts'

/** The fields whose changes wait for a decision, with their names. */
export const moderatedFields = {
  name: t.fields.name,
  shortDescription: t.fields.shortDescription,
  description: t.fields.description,
  images: t.fields.images
} satisfies Record<ModeratedField, string>
