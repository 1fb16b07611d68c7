# Moves files to the folders that Debian requires. CPack runs this script on the files of the package before packing.
set(share ${CPACK_TEMPORARY_DIRECTORY}/usr/share)
file(RENAME ${share}/zsh/site-functions ${share}/zsh/vendor-completions)
file(GLOB pages ${share}/man/man1/*.1)
execute_process(COMMAND gzip --best --no-name ${pages} COMMAND_ERROR_IS_FATAL ANY)
