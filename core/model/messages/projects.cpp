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
    {"project-no-file", "name", "There is no file {name}.",
     "Correct the name, or make a project with 'apportionctl project init'."},
    {"project-no-file.unnamed", "name", "The name of the project file is empty.",
     "Name a file, such as pool.apportion."},
    {"project-is-folder", "name", "{name} is a folder, not a project file.",
     "Name the file in it."},
    {"project-empty", "name", "{name} is empty: no project was ever written to it whole.",
     "Restore a backup, or remove the file and make the project anew."},
    {"project-not-one", "name detail", "{name} is not a project file.",
     "Name a file that was made with 'apportionctl project init'; if it was one, try "
     "'apportionctl project recover'."},
    {"project-not-one.scenario", "name", "{name} is not a project file; it looks like a scenario.",
     "Make a project of it with 'apportionctl project init FILE.apportion --from {name}'."},
    {"project-other", "name", "{name} is a database of another program.",
     "Name a file that was made with 'apportionctl project init'; if it was one, try "
     "'apportionctl project recover'."},
    {"project-newer", "name schema known",
     "{name} was written by a newer version of the program: it has schema {schema}, and this one "
     "knows {known}.",
     "Update the program."},
    {"project-newer.readable", "name schema known",
     "{name} was written by a newer version of the program (schema {schema}, this one knows "
     "{known}) and can only be read.",
     "Update the program to change it; show, history and audit work as they are."},
    {"project-newer.reading", "name schema known",
     "{name} was written by a newer version of the program (schema {schema}, this one knows "
     "{known}) and is open for reading only.",
     "Update the program to change it."},
    {"project-newer-backup", "name backup schema",
     "{backup} is the copy of {name} before the update, with schema {schema}. It does not have "
     "later "
     "changes.",
     "To use this version of the program again, open {backup}."},
    {"project-exists", "name", "{name} is there already, and is not overwritten.",
     "Choose another name, or move the file away, together with the -wal beside it."},
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
    {"project-no-folder", "name folder", "There is no folder {folder} for {name}.",
     "Make the folder, or correct the name."},
    {"project-remainder", "name remainder",
     "{remainder} is there: it belongs to a project that was called {name} and may hold commands "
     "of it.",
     "Choose another name. If that project was not opened since it was moved, move this beside it, "
     "under its name with the same end."},
    {"project-moved", "name",
     "{name} was moved, replaced or removed while it was open here: nothing more is written.",
     "What was written last may stand in {name}-wal, which belongs to the file that was here. "
     "Before "
     "anybody opens it, move the file back, or that log beside it under its new name; what stands "
     "here instead must not have that log beside it."},
    {"project-moved.whole", "name other",
     "{name} is {other} now: it was moved while it was open here, and nothing more is written.",
     "All that was written is in {other}. Close it here, and open it by that name, or move it "
     "back."},
    {"project-moved.replaced", "name",
     "{name} was replaced by another file while it was open here: nothing more is written.",
     "Close it here, and open what stands there now."},
    {"project-log-left", "name other",
     "What was written last to {name} stands in {other}-wal, beside its former name: it was moved "
     "while a program had it open that did not close it. Nothing is written to it without that.",
     "Move it back to {other}, or that log along, to the new name with -wal behind it."},
    {"project-log-foreign", "name part",
     "{part} is the log of another file, which stood here before and was not closed: {name} is "
     "whole "
     "without it, and is read without it.",
     "Open {name} to change it: then that log is kept under another name."},
    {"project-log-aside", "name part",
     "The log of another file, which stood here before and was not closed, is {part} now. {name} "
     "itself is whole.",
     "If you still have that other file, put this log beside it before you open it, under its name "
     "with -wal behind it: it holds what was written to it last. Else remove it."},
    {"project-other-log", "name",
     "What stands beside {name} is the log of another file, which stood here and is open in a "
     "program: what is written here would go into that.",
     "Close that program first, or move {name} to another name."},
    {"project-other-name", "name",
     "{name} is open in a program that knows it by another name: what is written here would not be "
     "seen there, and be lost when it is moved back.",
     "Close that program first: it brings what it wrote into the file. Or move the file back to "
     "the "
     "name under which it was opened."},
    {"project-other-name.known", "name other",
     "{name} is open in a program that knows it as {other}: what is written here would not be seen "
     "there, and be lost when it is moved back.",
     "Close that program first: it brings what it wrote into the file. Or move it back to "
     "{other}."},
    {"project-foreign-link", "name link",
     "{link} is a link that another user created. {name} is not used through it.",
     "Use the path where the link leads, or ask its owner to remove it."},
    {"project-linked", "name",
     "{name} has another name, too (a hard link): programs that use different ones would write "
     "past each other.",
     "Remove the other name. For a copy take 'apportionctl project backup'."},
    {"project-read-only", "name detail", "{name} may only be read.",
     "Ask its owner for the right to write to the file and its folder, or copy it."},
    {"project-read-only.beside", "name part",
     "{name} may be written to, but {part} beside it may not.",
     "Whoever owns that one makes a change, such as 'apportionctl project restore-point', while no "
     "other program has the project open: what stands in it is in the file then, and it is gone."},
    {"project-read-only.left", "name part",
     "{name} may be written to, but {part} beside it may not: somebody who read the project has "
     "left it.",
     "Nothing is in it. Whoever owns it, or the folder, deletes it while no program has the "
     "project "
     "open, together with the other one of -wal and -shm."},
    {"project-cannot-open", "name detail", "{name} cannot be opened: {detail}.",
     "Look at the rights of the file and of its folder."},
    {"project-busy", "name detail", "Another program keeps {name} from being written to.",
     "Try again; if it goes on, end the program that holds it."},
    {"project-disk-full", "name detail", "There is no room on the disk for {name}.",
     "Make room, or raise the limit on the size of files, and repeat the command: nothing of it "
     "was "
     "written."},
    {"project-disk-full.live", "name detail",
     "There is no room on the disk for {name}: the pool decides nothing until there is.",
     "Make room, or raise the limit on the size of files: then it goes on by itself."},
    {"project-disk-full.reading", "name",
     "There is no room on the disk beside {name}: it is only read, and until it is closed others "
     "may find it held.",
     "Make room to change it."},
    {"project-failed", "name detail", "{name} cannot be read or written: {detail}.",
     "Look at the disk; what was acknowledged before is in the file."},

    // What is in it
    {"project-damaged", "name detail", "{name} is damaged: {detail}.",
     "Take what can be read into a new file with 'apportionctl project recover', or restore a "
     "backup. Whoever puts another file in its place moves {name}-wal away, too: it belongs to the "
     "damaged one."},
    {"project-damaged.known", "name detail",
     "{name} is damaged, and nothing is written to it any more: {detail}.",
     "Take what can be read into a new file with 'apportionctl project recover', or restore a "
     "backup. What is whole of it can still be read: 'apportionctl project export' writes the "
     "present state."},
    {"project-no-journal", "name", "{name} is damaged: its journal is gone.",
     "Take what can be read into a new file with 'apportionctl project recover', or restore a "
     "backup."},
    {"project-entry-damaged", "name entry", "Entry {entry} of the journal cannot be read.",
     "Take what can be read into a new file with 'apportionctl project recover', or restore a "
     "backup."},
    {"project-entry-missing", "name entry", "Entry {entry} of the journal is missing.",
     "Restore a backup, or recover the project; somebody may have removed the entry."},
    {"project-chain-broken", "name entry",
     "Entry {entry} of the journal, or one before it, was changed after it was written: its hash "
     "does not fit.",
     "Take what can be read into a new file with 'apportionctl project recover', or restore a "
     "backup; and ask who had access to the file."},
    {"project-fact-wrong", "name entry",
     "Entry {entry} of the journal changes what was not there as it says.",
     "Restore a backup, or recover the project."},
    {"project-state-differs", "name noun key", "The {noun} '{key}' is not what the journal says.",
     "Take it into a new file as the journal has it with 'apportionctl project recover', or "
     "restore a backup. The disk may be failing, or somebody has changed the file by hand."},
    {"project-reference", "name table target",
     "A row of '{table}' names something in '{target}' that is not there.",
     "Restore a backup, or recover the project."},
    {"project-foreign-part", "name part",
     "{name} has a {part}, which is none of this program's: it may change what is written.",
     "Ask who had access to the file. 'apportionctl project recover' makes a new file without it."},
    {"project-unseated", "name workload",
     "'{workload}' has no room on the nodes that it is said to run on.",
     "It is counted as waiting, and waits again as soon as the project is live; somebody may have "
     "changed the file by hand."},
    {"project-history-damaged", "name rows",
     "{rows} rows of the samples over time cannot be read; charts show gaps there.",
     "Nothing else is touched by it; a backup with --history may have them."},
    {"project-migrated", "name schema known",
     "{name} was brought from schema {schema} to {known}; a copy as it was stands beside it."},
    {"project-log-broken", "name",
     "The write-ahead log of {name} is broken on the disk; the programs that have it open still "
     "read all of it.",
     "End none of them until the next change is written: that brings the log into the file."},
    {"project-log-rescued", "name",
     "The write-ahead log of {name} was broken on the disk. All of it could still be read, and is "
     "in the file now.",
     "Look at the disk."},
    {"project-log-kept", "name part",
     "{part} is there: an older program found the log of {name} broken, kept it so, and went on "
     "without what it held.",
     "Compare the entries of that time in 'apportionctl project history' with what was done; "
     "remove it when nothing in it is missed."},
    {"project-unclean", "name",
     "{name} was not closed in order: the last program that wrote to it was ended, or found no "
     "room "
     "on the disk. The file was checked and is whole."},

    // What recovery could not save
    {"recover-entries-lost", "name from to",
     "Entries {from} to {to} of the journal are lost; what the tables say of their effect is "
     "kept."},
    {"recover-entries-lost.one", "name from to",
     "Entry {from} of the journal is lost; what the tables say of its effect is kept."},
    {"recover-entries-lost.open", "name from to",
     "The journal is lost from entry {from} on, at least up to entry {to}: how many more there "
     "were "
     "cannot be told. What the tables say of their effect is kept."},
    {"recover-end-unproven", "name to",
     "Nothing shows that entry {to} was the last of the journal: what came after it, if anything, "
     "is lost.",
     "Compare the end of 'apportionctl project history' with what was done last."},
    {"recover-end-unproven.unread", "name to kinds",
     "Nothing shows that entry {to} was the last of the journal, and {kinds} could not be looked "
     "at, which might tell: what came after it, if anything, is lost.",
     "Compare the end of 'apportionctl project history' with what was done last."},
    {"recover-entry-unproven", "name from to",
     "Entries {from} to {to} of the journal are kept, though the hash before each of them is lost: "
     "nothing shows whether they were edited."},
    {"recover-entry-unproven.one", "name from to",
     "Entry {from} of the journal is kept, though the hash before it is lost: nothing shows "
     "whether "
     "it was edited."},
    {"recover-entry-misfit", "name entry noun key",
     "Entry {entry} of the journal was written when the {noun} '{key}' was not what the entries "
     "before it say: it stands as that entry left it.",
     "Look whether it is what was meant: 'apportionctl project history' has the entry."},
    {"recover-newer", "name schema known",
     "{name} was written by a newer version of the program (schema {schema}, this one knows "
     "{known}): what only that one keeps is left behind.",
     "Take the newer version for it, where you have one."},
    {"recover-log-broken", "name",
     "The write-ahead log is broken: what was written last may be lost, and how much cannot be "
     "told."},
    {"recover-log-kept", "name part",
     "{part} is there: an older program found the log broken and went on without what it held. It "
     "is not taken over.",
     "Compare the entries of that time with what was done."},
    {"recover-table-lost", "name noun",
     "Objects of the kind '{noun}' could be read in part only: what the lost entries changed of "
     "the "
     "others is not known."},
    {"recover-samples-lost", "name",
     "The samples over time cannot be read any more, and are lost: charts begin anew. Nothing else "
     "is touched by it."},
    {"recover-samples-part", "name",
     "The samples over time can be read in part only: charts show gaps."},
    {"recover-samples-dropped", "name rows",
     "{rows} damaged rows of the samples over time were left out."},
    {"recover-object-lost", "name noun key",
     "The {noun} '{key}' is lost: what could be read of it makes no sense with the rest."},
    {"recover-unseated", "name noun key",
     "'{key}' waits again: there is no room on the nodes that it is said to run on."},
    {"recover-run-lost", "name noun key",
     "'{key}' waits again: whether it waited or ran, and since when, is lost.",
     "Where it has a command that still runs, going live tells so."},
    {"recover-object-made", "name noun key",
     "Of the {noun} nothing could be read; a new one stands in its place: '{key}'."},
    {"recover-stopped", "name", "The recovery of {name} was stopped; nothing was written.",
     "Recover it again; the damaged file is as it was."},
    {"recover-not-one", "name", "{name} is not a project file, or its beginning is gone.",
     "Name the damaged file itself, or restore a backup."},
    {"recover-nothing", "name detail", "Nothing of {name} can be read.", "Restore a backup."},
};

}  // namespace

std::span<const Row> projects() {
    return kProjectsRows;
}

}  // namespace apportion::messages
