// SPDX-License-Identifier: GPL-3.0-or-later
// Project files: what is wrong with one, and what was found on opening it. Arguments and their
// kinds:
//   name, detail, noun, key, table, target, part, folder   text
//   schema, known, entry, from, to, rows                   counts
//   kinds                                                  list of texts
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kProjectsRows[] = {
    // Whether it can be opened
    {"project-no-file", "name", "File {name} does not exist.",
     "Correct the name, or create a project with 'apportionctl project init'."},
    {"project-no-file.unnamed", "name", "The name of the project file is empty.",
     "Name a file, such as pool.apportion."},
    {"project-is-folder", "name", "{name} is a folder, not a project file.",
     "Name the file in it."},
    {"project-empty", "name", "{name} is empty. No complete project was ever written to it.",
     "Restore a backup, or delete the file and create the project again."},
    {"project-not-one", "name detail", "{name} is not a project file.",
     "Name a file that 'apportionctl project init' created. If it was one, try 'apportionctl "
     "project recover'."},
    {"project-not-one.scenario", "name", "{name} is not a project file; it looks like a scenario.",
     "Make a project of it with 'apportionctl project init FILE.apportion --from {name}'."},
    {"project-other", "name", "{name} is a database of another program.",
     "Name a file that 'apportionctl project init' created. If it was one, try 'apportionctl "
     "project recover'."},
    {"project-newer", "name schema known",
     "{name} was written by a newer version of the program. It has schema {schema}, and this "
     "version knows {known}.",
     "Update the program."},
    {"project-newer.readable", "name schema known",
     "{name} was written by a newer version of the program (schema {schema}, this version knows "
     "{known}) and can only be read.",
     "Update the program to change it. show, history, and audit work without that."},
    {"project-newer.reading", "name schema known",
     "{name} was written by a newer version of the program (schema {schema}, this version knows "
     "{known}) and is open for reading only.",
     "Update the program to change it."},
    {"project-newer-backup", "name backup schema",
     "{backup} is the copy of {name} before the update, with schema {schema}. It does not have "
     "later "
     "changes.",
     "To use this version of the program again, open {backup}."},
    {"project-exists", "name", "{name} already exists and is not overwritten.",
     "Choose another name, or move the file away, together with the -wal next to it."},
    {"project-draft-replaced", "name",
     "{name} was not created: another program replaced the file while it was written.",
     "Check who can write to the folder, and run the command again."},
    {"project-beside-no-file", "name part",
     "{part} must be a regular file that has no other name. {name} is not opened.",
     "Check who can write to the folder, and delete {part}."},
    {"project-beside-linked", "name part",
     "{part} has another name, too (a hard link). Nothing is written to {name}.",
     "Remove the other name. If another user put {part} there, delete it."},
    {"project-damage-not-noted", "name detail",
     "The damage of {name} is not recorded for other programs: {detail}.",
     "Stop all programs that have the project open."},
    {"project-note-ignored", "name part",
     "{part} is not a note of damage in the form that Apportion writes. It is ignored.",
     "Check who can write to the folder, and delete {part}."},
    {"project-note-wrong", "name part",
     "{part} reported damage of {name}, but a full check found none. The note is removed.",
     "Check who can write to the folder."},
    {"project-no-folder", "name folder", "Folder {folder} for {name} does not exist.",
     "Create the folder, or correct the name."},
    {"project-remainder", "name remainder",
     "{remainder} exists. It belongs to a project that was named {name} and might hold commands of "
     "it.",
     "Choose another name. If that project was not opened after its move, move this file next to "
     "it, under its name with the same end."},
    {"project-moved", "name",
     "{name} was moved, replaced, or deleted while it was open here. Writing has stopped.",
     "The last changes might be in {name}-wal, which belongs to the moved file. Before it is "
     "opened, move the file back, or move that log next to it under its new name."},
    {"project-moved.whole", "name other",
     "{name} was moved to {other} while it was open here. Writing has stopped.",
     "All changes are in {other}. Close it here and open it by that name, or move it back."},
    {"project-moved.replaced", "name",
     "{name} was replaced by another file while it was open here. Writing has stopped.",
     "Close it here, and open the new file."},
    {"project-log-left", "name other",
     "The last changes of {name} are in {other}-wal, because it was moved while a program had it "
     "open. Without that log, it cannot be changed.",
     "Move it back to {other}, or move that log next to it, to the new name with -wal."},
    {"project-log-foreign", "name part",
     "{part} is the log of another file that was here before and was not closed. {name} is "
     "complete without it and is read without it.",
     "Open {name} to change it. The log is then kept under another name."},
    {"project-log-aside", "name part",
     "The log of another file, which was here before and was not closed, is now {part}. {name} "
     "itself is complete.",
     "If you still have the other file, move this log next to it, as its name with -wal, before "
     "you open it. The log has its last changes. Otherwise delete the log."},
    {"project-other-log", "name",
     "The log next to {name} belongs to another file that is open in a program. Changes to {name} "
     "would be written to that log.",
     "Close that program first, or move {name} to another name."},
    {"project-other-name", "name",
     "{name} is open in a program under another name. Changes made here would not appear there, "
     "and would be lost.",
     "Close that program first, which completes the file, or move the file back to its earlier "
     "name."},
    {"project-other-name.known", "name other",
     "{name} is open in a program as {other}. Changes made here would not appear there, and would "
     "be lost.",
     "Close that program first, which completes the file, or move it back to {other}."},
    {"project-foreign-link", "name link",
     "{link} is a link that another user created. {name} is not used through it.",
     "Use the path where the link leads, or ask its owner to remove it."},
    {"project-linked", "name",
     "{name} has another name, too (a hard link). Programs that use different names would "
     "overwrite each other.",
     "Delete the other name. To copy the file, use 'apportionctl project backup'."},
    {"project-read-only", "name detail", "{name} is read-only.",
     "Ask its owner for write access to the file and its folder, or copy it."},
    {"project-read-only.beside", "name part", "{name} is writable, but {part} next to it is not.",
     "Ask its owner to make a change, such as 'apportionctl project restore-point', while no other "
     "program has the project open. That saves its content to the file."},
    {"project-read-only.left", "name part",
     "{name} is writable, but {part} next to it is not. A user who read the project has left it.",
     "It is empty. Ask its owner to delete -wal and -shm while no program has the project open."},
    {"project-cannot-open", "name detail", "{name} cannot be opened: {detail}.",
     "Check the permissions of the file and its folder."},
    {"project-busy", "name detail", "Another program has locked {name}.",
     "Try again, or end the program that uses it."},
    {"project-disk-full", "name detail", "The disk is full, so {name} cannot be written.",
     "Free disk space, or raise the limit on file sizes, and repeat the command. Nothing was "
     "written."},
    {"project-disk-full.live", "name detail",
     "The disk is full, so {name} cannot be written. Scheduling is halted.",
     "Free disk space, or raise the limit on file sizes. Scheduling then resumes automatically."},
    {"project-disk-full.reading", "name",
     "The disk of {name} is full, so the file is only read. Until it is closed, other programs "
     "might find it locked.",
     "Free disk space to change it."},
    {"project-failed", "name detail", "{name} cannot be read or written: {detail}.",
     "Check the disk. All acknowledged changes are in the file."},

    // What is in it
    {"project-damaged", "name detail", "{name} is damaged: {detail}.",
     "Recover it into a new file with 'apportionctl project recover', or restore a backup and move "
     "{name}-wal away, which belongs to the damaged file."},
    {"project-damaged.known", "name detail",
     "{name} is damaged and no longer written to: {detail}.",
     "Recover it into a new file with 'apportionctl project recover', or restore a backup. "
     "'apportionctl project export' still writes its readable state."},
    {"project-no-journal", "name", "{name} is damaged. Its history is missing.",
     "Recover it into a new file with 'apportionctl project recover', or restore a backup."},
    {"project-entry-damaged", "name entry", "History entry {entry} cannot be read.",
     "Recover it into a new file with 'apportionctl project recover', or restore a backup."},
    {"project-entry-missing", "name entry", "History entry {entry} is missing.",
     "Restore a backup, or recover the project. A user might have deleted the entry."},
    {"project-chain-broken", "name entry",
     "The hash of history entry {entry} is wrong. The entry, or one before it, was changed after "
     "it was written.",
     "Recover it into a new file with 'apportionctl project recover', or restore a backup. Check "
     "who had access to the file."},
    {"project-fact-wrong", "name entry",
     "History entry {entry} does not match the state before it.",
     "Restore a backup, or recover the project."},
    {"project-state-differs", "name noun key", "The {noun} '{key}' does not match the history.",
     "Rebuild it from the history with 'apportionctl project recover', or restore a backup. The "
     "disk might be failing, or a user has edited the file."},
    {"project-reference", "name table target",
     "A row of '{table}' names a row of '{target}' that does not exist.",
     "Restore a backup, or recover the project."},
    {"project-foreign-part", "name part",
     "{name} has a {part} that is not from this program and might change what is written.",
     "Check who had access to the file. 'apportionctl project recover' creates a new file without "
     "it."},
    {"project-unseated", "name workload", "'{workload}' does not fit on the nodes recorded for it.",
     "It counts as waiting, and is queued again when the pool is live. A user might have edited "
     "the file."},
    {"project-history-damaged", "name rows",
     "{rows} rows of the samples over time cannot be read, so charts have gaps.",
     "All other data is intact. A backup with --history might have the rows."},
    {"project-migrated", "name schema known",
     "{name} was updated from schema {schema} to {known}. A copy of the earlier file is next to "
     "it."},
    {"project-log-broken", "name",
     "The write-ahead log of {name} is damaged on the disk. Programs that have it open can still "
     "read it.",
     "Keep them open until the next change is written, which saves the log to the file."},
    {"project-log-rescued", "name",
     "The write-ahead log of {name} was damaged on the disk. All of it was read and is now in the "
     "file.",
     "Check the disk."},
    {"project-log-kept", "name part",
     "{part} exists. An older program found the log of {name} damaged, kept it there, and "
     "continued without its changes.",
     "Compare the entries of that time in 'apportionctl project history' with what was done. "
     "Delete the log if nothing is missing."},
    {"project-unclean", "name",
     "{name} was not closed correctly, because its last program was ended or the disk was full. "
     "The file was checked and is intact."},

    // What recovery could not save
    {"recover-entries-lost", "name from to",
     "History entries {from} to {to} are lost. Their effect is kept as far as the tables have it."},
    {"recover-entries-lost.one", "name from to",
     "History entry {from} is lost. Its effect is kept as far as the tables have it."},
    {"recover-entries-lost.open", "name from to",
     "The history is lost from entry {from} to at least entry {to}. Its effect is kept as far as "
     "the tables have it."},
    {"recover-end-unproven", "name to",
     "Entries after history entry {to} are lost, if there were any.",
     "Compare the end of 'apportionctl project history' with what was done last."},
    {"recover-end-unproven.unread", "name to kinds",
     "Entries after history entry {to} are lost, if there were any. These could not be checked for "
     "them: {kinds}.",
     "Compare the end of 'apportionctl project history' with what was done last."},
    {"recover-entry-unproven", "name from to",
     "History entries {from} to {to} are kept, but cannot be verified, because the hash before "
     "each is lost."},
    {"recover-entry-unproven.one", "name from to",
     "History entry {from} is kept, but cannot be verified, because the hash before it is lost."},
    {"recover-entry-misfit", "name entry noun key",
     "History entry {entry} does not match the earlier entries for the {noun} '{key}'. The values "
     "of that entry are kept.",
     "Check the entry with 'apportionctl project history'."},
    {"recover-newer", "name schema known",
     "{name} was written by a newer version of the program (schema {schema}, this version knows "
     "{known}). Data that only the newer version has is lost.",
     "Use the newer version, if you have it."},
    {"recover-log-broken", "name",
     "The write-ahead log is damaged, so the last changes might be lost."},
    {"recover-log-kept", "name part",
     "{part} exists. An older program found the log damaged and continued without its changes. It "
     "is not used.",
     "Compare the entries of that time with what was done."},
    {"recover-table-lost", "name noun",
     "Only some objects of the kind '{noun}' could be read. Changes by lost entries to the others "
     "are unknown."},
    {"recover-samples-lost", "name",
     "The samples over time are lost, so charts begin again. All other data is intact."},
    {"recover-samples-part", "name",
     "Only some samples over time can be read, so charts have gaps."},
    {"recover-samples-dropped", "name rows",
     "{rows} damaged rows of the samples over time were skipped."},
    {"recover-object-lost", "name noun key",
     "The {noun} '{key}' is lost, because its data does not match the rest."},
    {"recover-unseated", "name noun key",
     "'{key}' waits again, because it does not fit on the nodes recorded for it."},
    {"recover-run-lost", "name noun key", "'{key}' waits again, because its earlier state is lost.",
     "If its command still runs, going live shows it."},
    {"recover-object-made", "name noun key",
     "The {noun} could not be read and was replaced by a new one: '{key}'."},
    {"recover-stopped", "name", "The recovery of {name} was stopped. Nothing was written.",
     "Recover it again. The damaged file is unchanged."},
    {"recover-not-one", "name", "{name} is not a project file, or its beginning is missing.",
     "Name the damaged file itself, or restore a backup."},
    {"recover-nothing", "name detail", "Nothing of {name} can be read.", "Restore a backup."},
};

}  // namespace

std::span<const Row> projects() {
    return kProjectsRows;
}

}  // namespace apportion::messages
