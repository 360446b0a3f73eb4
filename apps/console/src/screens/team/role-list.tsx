import { Paper, Table, Title } from '@mantine/core'
import { teamTexts } from '../../texts/team.ts'
import { t } from '../../texts/texts.ts'
import { roles } from '../../ui/roles.ts'
import classes from './team.module.css'

/** Says what each role may do. */
export function RoleList() {
  return (
    <section aria-labelledby="roles">
      <Title order={2} id="roles" mb="sm" fz="md">
        {teamTexts.rolesTitle}
      </Title>
      <Paper withBorder className={classes.roles}>
        <Table aria-labelledby="roles" verticalSpacing={8}>
          <Table.Tbody>
            {roles.map((role) => (
              <Table.Tr key={role}>
                <Table.Th scope="row" className={classes.role}>
                  {t.roles[role]}
                </Table.Th>
                <Table.Td c="dimmed">{teamTexts.roleTexts[role]}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
    </section>
  )
}
