@rem The scripts in package.json begin with "exec", so that a signal sent to npm reaches Node instead of a shell.
@rem Windows has no such command. There, npm runs this file instead, which runs the rest of the line.
@%*
