import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'wouter'
import { t } from '../../texts/texts.ts'
import { formatNumber } from '../../ui/format.ts'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import classes from './catalog.module.css'
import { type CatalogRow, isVariant } from './rows/catalog-row.ts'

type Props = { row: CatalogRow; isExpanded: boolean; onToggle(row: CatalogRow, index: number): void }

/** The picture and the name of a product, which leads to it, and the button that shows its variants. */
export function ProductName({ row, isExpanded, onToggle }: Props) {
  if (isVariant(row)) return <span className={classes.variant}>{row.name}</span>
  return (
    <>
      <Thumbnail url={row.imageUrl} isSmall />
      <Link href={`/products/${row.id}`} tabIndex={-1} className={classes.name}>
        {row.name}
      </Link>
      {row.variantCount > 1 && (
        // Lighter than a button of Mantine, because rows are made while the grid scrolls.
        <button
          type="button"
          className={classes.expand}
          tabIndex={-1}
          aria-expanded={isExpanded}
          aria-label={t.catalog.expand(row.variantCount, row.name)}
          onClick={(event) =>
            onToggle(row, Number(event.currentTarget.closest<HTMLElement>('[data-row]')?.dataset.row))
          }
        >
          <IconChevronRight size={14} aria-hidden data-expanded={isExpanded || undefined} />
          <span className={classes.long}>{t.catalog.variants(row.variantCount)}</span>
          <span className={classes.short}>{formatNumber(row.variantCount)}</span>
        </button>
      )}
    </>
  )
}
