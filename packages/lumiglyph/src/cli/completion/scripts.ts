import { COMPLETE, type SHELLS } from "../commands/commands.ts";

/** Completion scripts. They ask the program itself for candidates. */
export const SCRIPTS: { readonly [Shell in (typeof SHELLS)[number]]: string } = {
  bash: `# bash completion of lumiglyph: source <(lumiglyph completion bash)
_lumiglyph() {
  local word path=
  COMPREPLY=()
  while IFS=$'\\t' read -r word _; do
    case $word in
      :file | :folder) path=$word ;;
      *) COMPREPLY+=("$word") ;;
    esac
  done < <("\${COMP_WORDS[0]}" ${COMPLETE} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  local current=\${COMP_WORDS[COMP_CWORD]}
  [[ $current == "=" ]] && current=
  case $path in
    :file) compopt -o filenames && while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current") ;;
    :folder) compopt -o filenames && while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -d -- "$current") ;;
  esac
}
complete -F _lumiglyph lumiglyph
`,
  zsh: `#compdef lumiglyph
# zsh completion of lumiglyph: source <(lumiglyph completion zsh), after compinit
_lumiglyph() {
  local line offered=
  local -a candidates
  for line in "\${(@f)$("\${words[1]}" ${COMPLETE} "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      :file | :folder) offered=$line ;;
      ?*) candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}") ;;
    esac
  done
  (( $#candidates )) && _describe lumiglyph candidates
  case $offered in
    :file) _files ;;
    :folder) _files -/ ;;
  esac
}
if [[ \${funcstack[1]-} == _lumiglyph ]]; then _lumiglyph "$@"; else compdef _lumiglyph lumiglyph; fi
`,
  fish: `# fish completion of lumiglyph: lumiglyph completion fish | source
function __lumiglyph_complete
  set -l words (commandline -opc) "$(commandline -ct)"
  for line in ($words[1] ${COMPLETE} $words[2..] 2>/dev/null)
    switch $line
      case :file
        __fish_complete_path (commandline -ct)
      case :folder
        __fish_complete_directories (commandline -ct)
      case '*'
        echo $line
    end
  end
end
complete -c lumiglyph -f -a '(__lumiglyph_complete)'
`,
};
