import { Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { catalogTexts } from '../../../texts/catalog.ts'
import type { GridLayout } from '../../../ui/grid/use-grid-layout.ts'
import { notifyError } from '../../../ui/notify-error.ts'
import type { RowStore } from '../../../ui/products/row-store.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { ToolButton } from '../../../ui/tool-button.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'
import { productCsv } from './product-csv.ts'

/** Exports the products that match, or the costs and stocks of all variants. */
export function ExportMenu({ store, layout }: { store: RowStore; layout: GridLayout }) {
  const { purveyor } = useSignedIn()
  const shown = useMutation({
    mutationFn: () => productCsv(store.between(0, Number.MAX_SAFE_INTEGER), layout),
    onSuccess: (file) => saveFile(file, catalogTexts.fileName),
    onError: notifyError
  })
  const variants = useMutation({
    mutationFn: () =>
      purveyor.request<Blob, 'blob'>('GET', '/vendor/products/export', {
        as: 'blob',
        headers: { accept: 'text/csv' }
      }),
    onSuccess: (file) => saveFile(file, catalogTexts.variantsFileName),
    onError: notifyError
  })
  return (
    <Menu position="bottom-end" shadow="md" width={300}>
      <Menu.Target>
        <ToolButton
          icon={IconDownload}
          text={catalogTexts.export}
          loading={shown.isPending || variants.isPending}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => shown.mutate()}>{catalogTexts.exportShown}</Menu.Item>
        <Menu.Item onClick={() => variants.mutate()}>{catalogTexts.exportVariants}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
