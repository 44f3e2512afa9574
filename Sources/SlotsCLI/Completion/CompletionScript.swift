/// The script that lets a shell complete our command lines. It only carries words to `slots complete`
/// and its answer back.
enum CompletionScript: String, Choice {
  case bash, zsh, fish

  var text: String {
    switch self {
    case .bash: Self.bashText
    case .zsh: Self.zshText
    case .fish: Self.fishText
    }
  }

  // COMP_TYPE 63, a question mark, only lists what is possible: there descriptions can be shown.
  private static let bashText = #"""
    # bash completion for slots
    _slots() {
      local line candidate description tab=$'\t'
      COMPREPLY=()
      while IFS= read -r line; do
        candidate=${line%%"$tab"*} description=${line#*"$tab"}
        if [[ -n $candidate ]]; then
          [[ $candidate == *= ]] && compopt -o nospace 2>/dev/null
          [[ $COMP_TYPE == 63 && -n $description ]] && candidate+="  ($description)"
          COMPREPLY+=("$candidate")
        elif [[ $description == folders ]]; then
          compopt -o dirnames 2>/dev/null
        else
          compopt -o default 2>/dev/null
        fi
      done < <(command slots complete --bash="$COMP_WORDBREAKS" -- "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
    }
    complete -o nosort -F _slots slots 2>/dev/null || complete -F _slots slots

    """#

  private static let zshText = #"""
    #compdef slots
    # zsh completion for slots
    _slots() {
      local line candidate description item paths
      local -a whole begun
      while IFS= read -r line; do
        candidate=${line%%$'\t'*} description=${line#*$'\t'}
        item=${candidate//(#m)[\\:]/\\$MATCH}:${description//\\/\\\\}
        case $candidate in
          '') paths=$description ;;
          *=) begun+=("$item") ;;
          *) whole+=("$item") ;;
        esac
      done < <(command slots complete -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
      if [[ -n $paths ]]; then
        [[ $PREFIX == --*=* ]] && compset -P 1 '*='
        if [[ $paths == folders ]]; then _files -/; else _files; fi
      fi
      _describe -V slots whole -- begun -S ''
    }
    if [[ $funcstack[1] == _slots ]]; then _slots "$@"; else compdef _slots slots; fi

    """#

  private static let fishText = #"""
    # fish completion for slots
    function __slots_ask
        set -l word (commandline -ct)
        set -l quote (string match -r '^["\']' -- $word)
        if set -q quote[1]; and not string match -q -- "?*$quote" $word
            set word $word$quote
        end
        set -l plain (string unescape -- "$word"); or set plain "$word"
        set -g __slots_answer (command slots complete -- (commandline -opc)[2..] "$plain" 2>/dev/null)
        not contains -- \tfiles $__slots_answer
    end
    function __slots_candidates
        if contains -- \tfolders $__slots_answer
            __fish_complete_directories (commandline -ct) ''
        else
            string join \n -- $__slots_answer
        end
    end
    complete -c slots -n __slots_ask -f -k -a '(__slots_candidates)'

    """#
}
