import { Button, Menu, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { rulesTexts } from '../../../texts/rules.ts'
import { useReasonTemplates } from '../../../ui/use-reason-templates.ts'
import { moderatedFields } from '../moderated-fields.ts'
import type { FormReason } from './rule-form.ts'

type Props = {
  buttonRef: RefObject<HTMLButtonElement | null>
  isInvalid: boolean
  onAdd: (reason: FormReason) => void
}

/** Adds a reason to a rule: a template, or a text of one's own. */
export function AddReason({ buttonRef, isInvalid, onAdd }: Props) {
  const { data: templates } = useReasonTemplates()
  return (
    <Menu position="bottom-start" returnFocus={false} width={340}>
      <Menu.Target>
        <Button
          ref={buttonRef}
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-invalid={isInvalid || undefined}
          style={{ alignSelf: 'flex-start' }}
        >
          {rulesTexts.form.addReason}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        <Menu.Item onClick={() => onAdd({ code: null, pointer: null, text: '' })}>
          {rulesTexts.form.ownReason}
        </Menu.Item>
        <Menu.Divider />
        {templates?.map(({ id, code, text, fields }) => (
          <Menu.Item key={id} onClick={() => onAdd({ code, text, pointer: pointerFor(fields) })}>
            <Text fz="sm">{text}</Text>
            <Text fz="xs" c="dimmed">
              {code}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Returns the pointer to the field of a template that is for one field only. */
function pointerFor([field, other]: readonly string[]): string | null {
  return field && !other && Object.hasOwn(moderatedFields, field) ? `/${field}` : null
}
