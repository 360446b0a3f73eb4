import { Select, Text } from '@mantine/core'
import type { Role } from '@purveyor/client'
import { useSignedIn } from '../session/session-context.tsx'
import { teamTexts } from '../texts/team.ts'
import { assignableRoles } from './roles.ts'

type Props = {
  value: Role
  /** The role with the most rights that can be chosen. By default, the person's own. */
  most?: Role
  onChange: (role: Role) => void
  error?: string | undefined
}

/** Chooses a role, by default one that is not above the person's own. */
export function RoleSelect({ value, most, onChange, error }: Props) {
  const { me } = useSignedIn()
  return (
    <Select
      label={teamTexts.role}
      description={teamTexts.roleTexts[value]}
      data={assignableRoles(most ?? me.role)}
      value={value}
      allowDeselect={false}
      onChange={(role) => role && onChange(role as Role)}
      error={error}
      renderOption={({ option }) => (
        <div>
          <Text fw={600}>{option.label}</Text>
          <Text fz="sm" c="dimmed">
            {teamTexts.roleTexts[option.value as Role]}
          </Text>
        </div>
      )}
    />
  )
}
