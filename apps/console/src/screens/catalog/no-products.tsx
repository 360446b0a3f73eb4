import { Button } from '@mantine/core'
import { IconPackage, IconSearchOff } from '@tabler/icons-react'
import { Link } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { catalogTexts } from '../../texts/catalog.ts'
import { t } from '../../texts/texts.ts'
import { Empty } from '../../ui/empty.tsx'

/** Says that there are no products, or that none matches the filters. */
export function NoProducts({ isFiltered, onClear }: { isFiltered: boolean; onClear(): void }) {
  const { canWrite } = useSignedIn()
  if (isFiltered)
    return (
      <Empty icon={IconSearchOff} title={catalogTexts.noMatch} text={catalogTexts.noMatchText}>
        <Button variant="default" onClick={onClear}>
          {t.actions.clearFilters}
        </Button>
      </Empty>
    )
  return (
    <Empty
      icon={IconPackage}
      title={catalogTexts.empty}
      text={canWrite ? catalogTexts.emptyText : catalogTexts.emptyViewer}
    >
      {canWrite && (
        <Button component={Link} href="/products/new">
          {catalogTexts.newProduct}
        </Button>
      )}
    </Empty>
  )
}
