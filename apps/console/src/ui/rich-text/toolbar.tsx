import { ActionIcon, Button, Group, NativeSelect, Popover, TextInput, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconUnderline
} from '@tabler/icons-react'
import type { Command, EditorState } from 'prosemirror-state'
import { type KeyboardEvent, useState } from 'react'
import { richTextTexts } from '../../texts/rich-text.ts'
import { completeAddress, isWebAddress } from '../web-address.ts'
import { blockOf, type CommandName, commands, isActive, linkAt, setBlock, setLink } from './commands.ts'
import classes from './rich-text.module.css'

const buttons = [
  ['bold', IconBold],
  ['italic', IconItalic],
  ['underline', IconUnderline],
  ['bulletList', IconList],
  ['orderedList', IconListNumbers],
  ['quote', IconBlockquote]
] as const

type Props = { state: EditorState; run(command: Command): void }

/** The buttons of the editor. */
export function Toolbar({ state, run }: Props) {
  const texts = richTextTexts
  const tool = ([name, Icon]: readonly [CommandName, typeof IconBold], isToggle = true) => (
    <Tooltip key={name} label={texts.commands[name]}>
      <ActionIcon
        aria-label={texts.commands[name]}
        aria-pressed={isToggle ? isActive(state, name) : undefined}
        variant={isToggle && isActive(state, name) ? 'light' : 'subtle'}
        disabled={!isToggle && !commands[name](state)}
        // The editor keeps the focus and its selection.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => run(commands[name])}
      >
        <Icon size={17} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
  return (
    <Group gap={2} className={classes.toolbar} role="group" aria-label={texts.toolbar}>
      <NativeSelect
        size="xs"
        mr={4}
        aria-label={texts.block}
        data={Object.entries(texts.blocks).map(([value, label]) => ({ value, label }))}
        value={blockOf(state)}
        onChange={(event) => run(setBlock(event.currentTarget.value))}
      />
      {buttons.map((button) => tool(button))}
      <LinkTool state={state} run={run} />
      {tool(['undo', IconArrowBackUp], false)}
      {tool(['redo', IconArrowForwardUp], false)}
    </Group>
  )
}

function LinkTool({ state, run }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [address, setAddress] = useState('')
  const present = linkAt(state)
  const texts = richTextTexts
  const complete = completeAddress(address)
  const isValid = isWebAddress(complete)
  const apply = (href: string | undefined) => {
    setOpen(false)
    run(setLink(href))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (isValid) apply(complete)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus shadow="md" width={300}>
      <Popover.Target>
        <ActionIcon
          aria-label={texts.link}
          aria-pressed={present !== undefined}
          variant={present === undefined ? 'subtle' : 'light'}
          disabled={!setLink('')(state)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            setAddress(present ?? '')
            setOpen(!isOpen)
          }}
        >
          <IconLink size={17} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <TextInput
          data-autofocus
          type="url"
          label={texts.address}
          placeholder="https://…"
          error={address !== '' && !isValid ? texts.wrongAddress : undefined}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Group justify="flex-end" gap="xs" mt="sm">
          {present !== undefined && (
            <Button size="xs" variant="default" onClick={() => apply(undefined)}>
              {texts.removeLink}
            </Button>
          )}
          <Button size="xs" disabled={!isValid} onClick={() => apply(complete)}>
            {texts.setLink}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
