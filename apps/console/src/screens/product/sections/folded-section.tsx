import { Button, Collapse, Title } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { productTexts } from '../../../texts/product.ts'
import classes from '../../../ui/section.module.css'
import { useProductForm } from '../form/form-context.ts'
import { messageAt } from '../form/product-faults.ts'
import type { TextField } from '../form/product-form.ts'

type Props = { title: string; fields: readonly TextField[]; isOpenFirst: boolean; children: ReactNode }

/** A part of the form that few products use. It is open if one of its fields has an error. */
export function FoldedSection({ title, fields, isOpenFirst, children }: Props) {
  const { faults } = useProductForm()
  const id = useId()
  const [isOpened, setOpened] = useState(isOpenFirst)
  const hasFaults = fields.some((field) => messageAt(faults, `/${field}`) !== undefined)
  const isOpen = isOpened || hasFaults
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={2} fz="md" id={id}>
        {title}
        <Button
          variant="subtle"
          size="compact-xs"
          ml="xs"
          aria-expanded={isOpen}
          aria-label={productTexts.toggle(title, isOpen)}
          onClick={() => setOpened(!isOpen)}
          leftSection={
            isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />
          }
        >
          {isOpen ? productTexts.hide : productTexts.show}
        </Button>
      </Title>
      <Collapse expanded={isOpen} transitionDuration={0}>
        <div style={{ marginTop: 12 }}>{children}</div>
      </Collapse>
    </section>
  )
}
