import { Alert, Anchor, Text } from '@mantine/core'
import type { Product } from '@purveyor/client'
import { IconListCheck } from '@tabler/icons-react'
import { attributesTexts } from '../../../texts/attributes.ts'
import { isLive } from '../../../ui/products/is-live.ts'
import { sentence } from '../../../ui/sentence.ts'
import { useProductForm } from '../form/form-context.ts'
import { valueAt } from '../form/product-faults.ts'
import { formOf, isSame } from '../form/product-form.ts'
import classes from './attributes.module.css'
import { issuesOf, type ShownIssue } from './shown-issues.ts'

/** The number of issues that are listed. */
const maxListed = 8

/** What is missing or wrong in the attributes of the product. Each entry leads to its field. */
export function AttributeIssues({ product }: { product: Product }) {
  const { form, fields } = useProductForm()
  const texts = attributesTexts.issues
  const all = issuesOf(product, fields)
  if (all.length === 0) return null
  const stored = formOf(product)
  const open = all.filter(({ pointer }) => isSame(valueAt(stored, pointer), valueAt(form, pointer)))
  return (
    <Alert
      color="amber"
      icon={<IconListCheck size={18} aria-hidden />}
      title={texts.title(open.length > 0 ? open.length : all.length)}
    >
      <Text>{isLive(product) ? texts.live : texts.pending}</Text>
      {open.length === 0 && <Text fw={600}>{texts.done}</Text>}
      <ul className={classes.issues}>
        {open.slice(0, maxListed).map((issue) => (
          <li key={issue.pointer}>
            <Issue issue={issue} />
          </li>
        ))}
        {open.length > maxListed && <li>{texts.more(open.length - maxListed)}</li>}
      </ul>
    </Alert>
  )
}

function Issue({ issue: { pointer, label, variant, isMissing, message } }: { issue: ShownIssue }) {
  const { show } = useProductForm()
  const texts = attributesTexts.issues
  return (
    <Text>
      <Anchor
        component="button"
        type="button"
        inherit
        fw={600}
        underline="always"
        onClick={() => show(pointer)}
      >
        {variant === undefined ? label : texts.ofVariant(label, variant)}
      </Anchor>
      {': '}
      {isMissing ? texts.missing : sentence(message)}
    </Text>
  )
}
