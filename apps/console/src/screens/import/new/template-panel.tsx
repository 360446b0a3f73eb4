import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { importsTexts } from '../../../texts/import.ts'
import { CategoryMultiSelect } from '../../../ui/category-multi-select.tsx'
import { useDownload } from '../../../ui/use-download.ts'
import { Section } from './section.tsx'

/** The maximum number of categories of a template. */
const maxCategories = 50

/** Downloads a workbook to fill in: for some categories, empty or with the products of the vendor. */
export function TemplatePanel() {
  const { purveyor } = useSignedIn()
  const download = useDownload()
  const [categoryIds, setCategoryIds] = useState<string[]>([])
  const [withProducts, setWithProducts] = useState(false)
  const texts = importsTexts.template
  function start() {
    const query = {
      ...(categoryIds.length > 0 && { categoryIds: categoryIds.join() }),
      ...(withProducts && { withProducts })
    }
    const name = withProducts ? texts.productsFile : texts.file
    download.mutate([{ read: () => purveyor.templates.get(query), name }])
  }
  return (
    <Section title={texts.title} intro={texts.intro}>
      <Stack gap="md" align="stretch">
        <CategoryMultiSelect
          label={texts.categories}
          description={withProducts ? texts.categoriesOfProducts : texts.categoriesHint}
          value={categoryIds}
          onChange={setCategoryIds}
          maxValues={maxCategories}
          clearable
        />
        <Checkbox
          label={texts.withProducts}
          description={texts.withProductsHint}
          checked={withProducts}
          onChange={(event) => setWithProducts(event.currentTarget.checked)}
        />
        <Group>
          <Button
            variant="default"
            leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
            loading={download.isPending}
            onClick={start}
          >
            {texts.download}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}
