# SPDX-License-Identifier: GPL-3.0-or-later
# Run by cpack on what goes into a package: rights do not depend on the umask of whoever builds, and an archive has
# the license with it, which Debian has already.
if(CPACK_GENERATOR STREQUAL TGZ)
  file(COPY ${CPACK_RESOURCE_FILE_LICENSE} DESTINATION ${CPACK_TEMPORARY_INSTALL_DIRECTORY})
endif()
execute_process(COMMAND chmod -R u=rwX,go=rX ${CPACK_TEMPORARY_INSTALL_DIRECTORY} COMMAND_ERROR_IS_FATAL ANY)
