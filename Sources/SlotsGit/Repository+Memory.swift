internal import CLibgit2
package import SlotsSystem

extension Repository {
  /// Opens a repository so that every object written goes to memory and is gone with this value:
  /// for saying what would happen. Calls `git_mempack_new` and `git_odb_add_backend`.
  package static func openInMemory(_ folder: Path) throws(GitError) -> Repository {
    let repository = try open(folder)
    let database = try repository.database()
    var backend: UnsafeMutablePointer<git_odb_backend>?
    try check("git_mempack_new", git_mempack_new(&backend))
    // Above loose objects (1) and packs (2), so that it is written to first.
    try check("git_odb_add_backend", git_odb_add_backend(database.pointer, backend, 999))
    return repository
  }
}
