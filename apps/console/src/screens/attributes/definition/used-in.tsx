import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { attributeEditorTexts } from '../../../texts/attribute-editor.ts'
import { t } from '../../../texts/texts.ts'
import { useAttributeDefinitions } from '../../../ui/attributes/use-attribute-definitions.ts'
import { pathText } from '../../../ui/category-paths.ts'
import { Section } from '../../../ui/section.tsx'
import { useCategories } from '../../../ui/use-categories.ts'

const texts = attributeEditorTexts

/** The categories that list an attribute. */
export function UsedIn({ id }: { id: string }) {
  const { data } = useAttributeDefinitions()
  const { data: paths } = useCategories()
  const ids = data?.find((one) => one.id === id)?.categoryIds
  if (!ids || !paths) return null
  return (
    <Section title={texts.usedTitle} {...(ids.length > 0 && { hint: texts.usedHint })}>
      <Stack gap={4}>
        {ids.length === 0 && <Text c="dimmed">{texts.unusedText}</Text>}
        {ids.map((categoryId) => (
          <Text key={categoryId}>
            <Anchor component={Link} href={`/attributes/categories/${categoryId}`}>
              {pathText(paths.get(categoryId) ?? [t.names.category.deleted])}
            </Anchor>
          </Text>
        ))}
        <Text mt={ids.length > 0 ? 'xs' : 0}>
          <Anchor component={Link} href="/attributes?view=categories">
            {texts.toCategories}
          </Anchor>
        </Text>
      </Stack>
    </Section>
  )
}
