@rem What `exec` in the scripts of package.json means where npm runs them with cmd.exe.
@%*
