# SPDX-License-Identifier: GPL-3.0-or-later
# Run by cpack on what goes into a package: rights do not depend on the umask of whoever builds.
execute_process(COMMAND chmod -R u=rwX,go=rX ${CPACK_TEMPORARY_INSTALL_DIRECTORY} COMMAND_ERROR_IS_FATAL ANY)
